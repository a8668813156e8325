CREATE TABLE "proposal_parts" (
	"tenant_id" uuid NOT NULL,
	"proposal_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"rows_json" text NOT NULL,
	CONSTRAINT "proposal_parts_tenant_id_proposal_id_part_pk" PRIMARY KEY("tenant_id","proposal_id","part")
);
--> statement-breakpoint
CREATE TABLE "proposal_results" (
	"tenant_id" uuid NOT NULL,
	"proposal_id" uuid NOT NULL,
	"result" jsonb NOT NULL,
	CONSTRAINT "proposal_results_tenant_id_proposal_id_pk" PRIMARY KEY("tenant_id","proposal_id")
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"tenant_id" uuid NOT NULL,
	"proposal_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"changes" jsonb NOT NULL,
	"method" text NOT NULL,
	"plan_version" bigint NOT NULL,
	"summary" jsonb NOT NULL,
	"moved_operations" integer NOT NULL,
	"created_by" text NOT NULL,
	"created_by_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"applied_by" text,
	"applied_at" timestamp (3) with time zone,
	CONSTRAINT "proposals_tenant_id_proposal_id_pk" PRIMARY KEY("tenant_id","proposal_id")
);
--> statement-breakpoint
ALTER TABLE "proposal_parts" ADD CONSTRAINT "proposal_parts_tenant_id_proposal_id_proposals_tenant_id_proposal_id_fk" FOREIGN KEY ("tenant_id","proposal_id") REFERENCES "public"."proposals"("tenant_id","proposal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_results" ADD CONSTRAINT "proposal_results_tenant_id_proposal_id_proposals_tenant_id_proposal_id_fk" FOREIGN KEY ("tenant_id","proposal_id") REFERENCES "public"."proposals"("tenant_id","proposal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proposals_created" ON "proposals" USING btree ("tenant_id","created_at");
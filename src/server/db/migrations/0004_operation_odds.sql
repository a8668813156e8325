CREATE TABLE "operation_odds" (
	"tenant_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"p10" timestamp (3) with time zone,
	"p50" timestamp (3) with time zone,
	"p80" timestamp (3) with time zone,
	"p90" timestamp (3) with time zone,
	"need_by_chance" double precision,
	"unknown_at" uuid,
	CONSTRAINT "operation_odds_tenant_id_operation_id_pk" PRIMARY KEY("tenant_id","operation_id")
);
--> statement-breakpoint
CREATE TABLE "project_odds_gaps" (
	"tenant_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"unknown_at" uuid NOT NULL,
	CONSTRAINT "project_odds_gaps_tenant_id_project_id_pk" PRIMARY KEY("tenant_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "operation_odds" ADD CONSTRAINT "operation_odds_tenant_id_operation_id_operations_tenant_id_operation_id_fk" FOREIGN KEY ("tenant_id","operation_id") REFERENCES "public"."operations"("tenant_id","operation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_odds_gaps" ADD CONSTRAINT "project_odds_gaps_tenant_id_project_id_projects_tenant_id_project_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","project_id") ON DELETE cascade ON UPDATE no action;
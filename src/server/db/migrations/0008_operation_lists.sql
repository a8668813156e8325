CREATE TABLE "operation_snoozes" (
	"tenant_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "operation_snoozes_tenant_id_operation_id_pk" PRIMARY KEY("tenant_id","operation_id")
);
--> statement-breakpoint
CREATE TABLE "saved_view_defaults" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"screen" text NOT NULL,
	"view_id" uuid NOT NULL,
	CONSTRAINT "saved_view_defaults_tenant_id_user_id_screen_pk" PRIMARY KEY("tenant_id","user_id","screen")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"tenant_id" uuid NOT NULL,
	"view_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"owner_name" text NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"search" jsonb NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "saved_views_tenant_id_view_id_pk" PRIMARY KEY("tenant_id","view_id")
);
--> statement-breakpoint
ALTER TABLE "operation_snoozes" ADD CONSTRAINT "operation_snoozes_tenant_id_operation_id_operations_tenant_id_operation_id_fk" FOREIGN KEY ("tenant_id","operation_id") REFERENCES "public"."operations"("tenant_id","operation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view_defaults" ADD CONSTRAINT "saved_view_defaults_tenant_id_view_id_saved_views_tenant_id_view_id_fk" FOREIGN KEY ("tenant_id","view_id") REFERENCES "public"."saved_views"("tenant_id","view_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("tenant_id","owner_id","screen","name");--> statement-breakpoint
CREATE INDEX "saved_views_screen" ON "saved_views" USING btree ("tenant_id","screen");
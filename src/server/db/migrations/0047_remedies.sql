CREATE TABLE "project_remedies" (
	"tenant_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"plan_version" bigint NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"remedies" jsonb NOT NULL,
	CONSTRAINT "project_remedies_tenant_id_project_id_pk" PRIMARY KEY("tenant_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "project_remedies" ADD CONSTRAINT "project_remedies_tenant_id_project_id_projects_tenant_id_project_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","project_id") ON DELETE cascade ON UPDATE no action;